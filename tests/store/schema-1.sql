BEGIN TRANSACTION;
CREATE TABLE hands (
	table_id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kept INTEGER NOT NULL, 
	call VARCHAR NOT NULL, 
	PRIMARY KEY (table_id, version, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "hands" VALUES('to8bg5zL',0,1,2,'odd');
INSERT INTO "hands" VALUES('dhutlvEB',0,0,3,'even');
INSERT INTO "hands" VALUES('dhutlvEB',0,1,2,'even');
INSERT INTO "hands" VALUES('dhutlvEB',1,0,1,'odd');
INSERT INTO "hands" VALUES('dhutlvEB',1,1,3,'even');
CREATE TABLE tables (
	id VARCHAR NOT NULL, 
	made FLOAT NOT NULL, 
	game VARCHAR NOT NULL, 
	rules JSON NOT NULL, 
	seats JSON NOT NULL, 
	seed VARCHAR NOT NULL, 
	screens VARCHAR NOT NULL, 
	start JSON, 
	drawn JSON NOT NULL, 
	is_over BOOLEAN NOT NULL, 
	meta JSON, 
	rematch VARCHAR, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('wfiKF0-r',1.79485087954350090028e+09,'bombay','{"players": 3, "edition": "fr", "board": "deccan", "set_up": "random", "client_limit": null}','[{"name": "Ada", "agent": null, "token": "EyVIdL_xrjS0L9BOQXcjtK75", "is_remote": true}, {"name": "Bo", "agent": null, "token": "aqmuM84iu8J3mwYa6kXUxitT", "is_remote": true}, {"name": "Cy", "agent": null, "token": "Y5scA0RoYzEDAgu8fXB9l_w4", "is_remote": true}]','seed-0','hidden','{"first_player": 2, "posts": {"E1": "blue", "E2": "orange", "E3": "purple", "E4": "yellow"}, "palace_tokens": {"G1": "city", "G2": "rupees", "G3": "client", "G4": "rupees", "G5": "client", "G6": "bale", "G7": "city", "G8": "bale"}, "demands": {"D1": ["blue", "yellow", "purple"], "D2": ["orange", "blue", "yellow"], "D3": ["purple", "orange", "blue"], "D4": ["yellow", "purple", "orange"]}}','["restock yyypbbboo"]',0,NULL,NULL);
INSERT INTO "tables" VALUES('to8bg5zL',1.79485087978840303422e+09,'bazar','{"players": 3, "board": "hexagon-61", "tip_rule": "join", "starter": "medals"}','[{"name": "Ada", "agent": null, "token": "7m_Ce4rBL5S0V236ssx3P45o", "is_remote": true}, {"name": "Bo", "agent": null, "token": "hpOMqKIe-JMF8iuVeEJPs3e1", "is_remote": true}, {"name": "Cy", "agent": null, "token": "eUtpxVWhTVUo35UFo3B3nA0a", "is_remote": true}]','seed-1','hidden',NULL,'[]',0,NULL,NULL);
INSERT INTO "tables" VALUES('dhutlvEB',1.794850879808139801e+09,'bazar','{"players": 2, "board": "hexagon-61", "tip_rule": "join", "starter": "medals"}','[{"name": "Ada", "agent": null, "token": "m9ox062T9yklDTylBnicBDGR", "is_remote": true}, {"name": "Bo", "agent": null, "token": "hIFefGot3teUS2zE-S00w7JH", "is_remote": true}]','seed-2','hidden','{"heads": ["NW", "SE"], "first_player": 1, "medals": [[[3, "even"], [2, "even"]], [[1, "odd"], [3, "even"]]]}','[]',0,NULL,NULL);
INSERT INTO "tables" VALUES('69EYyTcj',1.79485087990979385371e+09,'bombay','{"players": 2, "edition": "pl", "board": "deccan", "set_up": "random", "client_limit": null}','[{"name": "Ada", "agent": null, "token": "CpEBUReJ0ho4hJYS_LQtKQC1", "is_remote": true}, {"name": "random", "agent": "random", "token": null, "is_remote": true}]','seed-3','hidden','{"first_player": 1, "posts": {"E1": "blue", "E2": "purple", "E3": "yellow", "E4": "orange"}, "palace_tokens": {"G1": "bale", "G2": "client", "G3": "client", "G4": "city", "G5": "city", "G6": "bale", "G7": "rupees", "G8": "rupees"}, "demands": {"D1": ["orange", "blue", "yellow"], "D2": ["blue", "yellow", "purple"], "D3": ["yellow", "purple", "orange"], "D4": ["purple", "orange", "blue"]}}','["restock yypbbbooo"]',1,NULL,NULL);
INSERT INTO "tables" VALUES('2OuOokkF',1.79485088028238439555e+09,'bombay','{"players": 3, "edition": "fr", "board": "deccan", "set_up": "random", "client_limit": null}','[{"name": "Ada", "agent": null, "token": "TYFO1CiPrrs7WWvA5f8VAsqc", "is_remote": true}, {"name": "random", "agent": "random", "token": null, "is_remote": true}, {"name": "random", "agent": "random", "token": null, "is_remote": true}]','seed-4','open','{"first_player": 2, "posts": {"E1": "purple", "E2": "blue", "E3": "yellow", "E4": "orange"}, "palace_tokens": {"G1": "rupees", "G2": "client", "G3": "bale", "G4": "city", "G5": "rupees", "G6": "bale", "G7": "client", "G8": "city"}, "demands": {"D1": ["blue", "yellow", "purple"], "D2": ["yellow", "purple", "orange"], "D3": ["orange", "blue", "yellow"], "D4": ["purple", "orange", "blue"]}}','["restock yyppppbbo"]',0,NULL,NULL);
INSERT INTO "tables" VALUES('Q1RjRweg',1.79485088040196037297e+09,'bombay','{"players": 2, "edition": "pl", "board": "deccan", "set_up": "random", "client_limit": null}','[{"name": "Ada", "agent": null, "token": null, "is_remote": false}, {"name": "random", "agent": "random", "token": null, "is_remote": false}]','seed-5','open','{"first_player": 1, "posts": {"E1": "blue", "E2": "purple", "E3": "yellow", "E4": "orange"}, "palace_tokens": {"G1": "bale", "G2": "client", "G3": "client", "G4": "city", "G5": "city", "G6": "bale", "G7": "rupees", "G8": "rupees"}, "demands": {"D1": ["orange", "blue", "yellow"], "D2": ["blue", "yellow", "purple"], "D3": ["yellow", "purple", "orange"], "D4": ["purple", "orange", "blue"]}}','["restock yypbbbooo"]',1,NULL,NULL);
CREATE TABLE turns (
	table_id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	made FLOAT NOT NULL, 
	seat INTEGER, 
	actions JSON NOT NULL, 
	drawn JSON NOT NULL, 
	PRIMARY KEY (table_id, version), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "turns" VALUES('wfiKF0-r',1,1.79485087961363744737e+09,2,'["move G5", "move E3", "end"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',2,1.79485087962243413921e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',3,1.79485087963436150556e+09,1,'["move E4", "move A"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',4,1.79485087964685869213e+09,2,'["buy", "move D3"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',5,1.79485087965663123133e+09,0,'["move G5", "move A"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',6,1.79485087966709828382e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',7,1.7948508796810853481e+09,2,'["move G2", "move D1", "move E1"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',8,1.79485087969167351725e+09,0,'["move H1", "move G3", "move D2"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',9,1.79485087970170521733e+09,1,'["move F4", "move A"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',10,1.7948508797126619816e+09,2,'["wait"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',11,1.79485087972420692442e+09,0,'["move G4", "move D2", "end"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',12,1.79485087973477554319e+09,1,'["move E4", "move B"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',13,1.794850879746329546e+09,2,'["buy", "end"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',14,1.79485087975347876545e+09,0,'["move E2", "end"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',15,1.79485087976099610333e+09,1,'["end"]','["restock yypbboooo"]');
INSERT INTO "turns" VALUES('wfiKF0-r',16,1.79485087976926136017e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('wfiKF0-r',17,1.79485087978114414217e+09,1,'["move E4", "move B"]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',1,1.79485087983051180837e+09,NULL,'[[3, "even"], [2, "even"]]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',2,1.79485087986093020439e+09,NULL,'[[1, "odd"], [3, "even"]]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',3,1.79485087987871432305e+09,1,'["place 03 1"]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',4,1.79485087988410663608e+09,0,'["place 01-35 1"]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',5,1.79485087989067602161e+09,1,'["place 01-25-34 0"]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',6,1.79485087989679574973e+09,0,'["place 02 1"]','[]');
INSERT INTO "turns" VALUES('dhutlvEB',7,1.794850879903999567e+09,1,'["place 01 3"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',1,1.79485087991949439053e+09,1,'["move H1", "end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',2,1.79485087993230509753e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',3,1.7948508799419548511e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',4,1.79485087995480012889e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',5,1.79485087996336555482e+09,1,'["move G3", "move G6", "move D4"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',6,1.79485087997536826138e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',7,1.79485087998439788812e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',8,1.79485087999666428565e+09,0,'["move F4", "move G7", "move E3"]','["restock yppbboooo"]');
INSERT INTO "turns" VALUES('69EYyTcj',9,1.79485088000339603419e+09,0,'["buy", "move D3"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',10,1.79485088001022839547e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',11,1.79485088002266812319e+09,0,'["sell yellow", "move E3", "move G5"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',12,1.7948508800297429561e+09,1,'["move G6", "move E2", "move G4"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',13,1.79485088004121446604e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',14,1.79485088004923415191e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',15,1.7948508800636670589e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',16,1.79485088007259440418e+09,1,'["end"]','["restock yppbbbooo"]');
INSERT INTO "turns" VALUES('69EYyTcj',17,1.79485088007616567606e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',18,1794850880.09307,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',19,1.79485088010210871696e+09,1,'["move D4", "move G6", "move D4"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',20,1.7948508801160926819e+09,0,'["move H2", "end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',21,1.79485088012408399577e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',22,1.79485088013600707049e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',23,1.79485088014628577229e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',24,1.79485088015803909296e+09,0,'["wait"]','["restock yyyppbooo"]');
INSERT INTO "turns" VALUES('69EYyTcj',25,1.79485088017137193678e+09,0,'["move G5", "move H2", "move D3"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',26,1.79485088018158698078e+09,1,'["move G4", "move E2", "end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',27,1.79485088019999861714e+09,0,'["move G2", "move D3", "move E3"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',28,1.79485088021203088764e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',29,1.79485088022709178925e+09,0,'["buy", "move G7", "end"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',30,1.79485088023977851865e+09,1,'["buy", "move G4"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',31,1.79485088025445246699e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('69EYyTcj',32,1.79485088026720952985e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',1,1.79485088029276895521e+09,2,'["move H1", "move E1", "end"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',2,1.79485088030420923232e+09,0,'["move G5", "end"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',3,1.79485088031134128573e+09,1,'["move F4", "move G7", "move E3"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',4,1.79485088031476044652e+09,2,'["end"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',5,1.79485088033074688916e+09,0,'["move H2", "move D1", "move E1"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',6,1.79485088033738374711e+09,1,'["move D3", "end"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',7,1.79485088034109663964e+09,2,'["move D1", "move G2", "move F1"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',8,1.79485088035523223876e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',9,1.79485088036103892323e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('2OuOokkF',10,1.79485088036469459535e+09,2,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',1,1.79485088040327358249e+09,1,'["move H1", "end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',2,1.79485088040438175204e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',3,1.79485088040538930892e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',4,1.79485088040629506113e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',5,1.79485088040711593631e+09,1,'["move G3", "move G6", "move D4"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',6,1.79485088040804958344e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',7,1.7948508804089479446e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',8,1.79485088040967059137e+09,0,'["move F4", "move G7", "move E3"]','["restock yppbboooo"]');
INSERT INTO "turns" VALUES('Q1RjRweg',9,1.79485088041057848926e+09,0,'["buy", "move D3"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',10,1.79485088041127252575e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',11,1.79485088041199231144e+09,0,'["sell yellow", "move E3", "move G5"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',12,1.79485088041273188586e+09,1,'["move G6", "move E2", "move G4"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',13,1.79485088041350197797e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',14,1.79485088041416501998e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',15,1.79485088041492533679e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',16,1.79485088041582942011e+09,1,'["end"]','["restock yppbbbooo"]');
INSERT INTO "turns" VALUES('Q1RjRweg',17,1.79485088041696643824e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',18,1.79485088041798186296e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',19,1.79485088041900086404e+09,1,'["move D4", "move G6", "move D4"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',20,1.79485088041998052592e+09,0,'["move H2", "end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',21,1.79485088042114830013e+09,1,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',22,1.79485088042212724687e+09,0,'["end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',23,1.79485088042310333249e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',24,1.79485088042406296733e+09,0,'["wait"]','["restock yyyppbooo"]');
INSERT INTO "turns" VALUES('Q1RjRweg',25,1.79485088042512917522e+09,0,'["move G5", "move H2", "move D3"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',26,1.79485088042608690261e+09,1,'["move G4", "move E2", "end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',27,1.79485088042711091044e+09,0,'["move G2", "move D3", "move E3"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',28,1.79485088042810797689e+09,1,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',29,1.79485088042912650113e+09,0,'["buy", "move G7", "end"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',30,1.79485088043016600611e+09,1,'["buy", "move G4"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',31,1.79485088043119955063e+09,0,'["wait"]','[]');
INSERT INTO "turns" VALUES('Q1RjRweg',32,1.7948508804321115017e+09,1,'["wait"]','[]');
COMMIT;
