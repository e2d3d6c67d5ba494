"""What every picture shares: the wooden table, the cloth, the cards, the signs of the players."""
