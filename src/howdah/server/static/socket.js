/* The connection to the server: one WebSocket per page that reconnects by itself, and small POST requests. */

import { connectionBack, connectionLost } from "./connection.js";

const FIRST_RETRY_DELAY = 400; // milliseconds
const LONGEST_RETRY_DELAY = 5000;
const SLOW_ANSWER = 2500; // after which the page says that the server does not answer
const LATE_ANSWER = 7000; // after which the socket is taken for dead
const NOTHING = { ask: "log", after: 1_000_000 }; // a request with a short answer, which shows that the server is there

/* The server cannot be reached now, and nobody knows whether it has got the request. */
export class ConnectionLost extends Error {}

const addressOf = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/* `path` is a function: a page may move on to another table. After each connection the server sends the state of the table. Requests that were not answered are sent again then. */
export class LiveSocket {
  constructor(path) {
    this.path = path;
    this.retryDelay = FIRST_RETRY_DELAY;
    this.pending = []; // requests without an answer yet, oldest first
    this.waiting = []; // requests that are sent as soon as the socket is open
    this.newsWaiters = [];
  }

  start({ onNews, onSeatStates }) {
    Object.assign(this, { onNews, onSeatStates });
    this.connect();
    addEventListener("offline", () => connectionLost(this));
    addEventListener("online", () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
  }

  connect() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(addressOf(this.path()));
    this.socket.onopen = () => this.handleOpen();
    this.socket.onmessage = (event) => this.handleMessage(JSON.parse(event.data));
    this.socket.onclose = () => this.handleClose();
  }

  handleOpen() {
    this.retryDelay = FIRST_RETRY_DELAY;
    connectionBack(this);
    for (const request of this.waiting.splice(0)) this.send(request);
  }

  /* The server answers requests in their order; news, turns and who is here come without a request, or turns with the
     answer to a commit. */
  handleMessage(message) {
    connectionBack(this);
    if (message.kind === "seat_states") {
      this.onSeatStates(message.seat_states);
      return;
    }
    const isNews = message.kind === "news" || message.kind === "turn";
    if (!isNews) this.pending.shift()?.resolve(message);
    this.watchForAnswer();
    if (isNews || message.update) this.handleNews(message.update ?? message);
  }

  handleNews(news) {
    for (const resolve of this.newsWaiters.splice(0)) resolve(news);
    this.onNews(news);
  }

  handleClose() {
    connectionLost(this);
    this.stopWatching();
    const unanswered = this.pending.splice(0);
    this.waiting.unshift(...unanswered.filter((request) => request.isRepeatable));
    for (const request of unanswered) if (!request.isRepeatable) request.reject(new ConnectionLost());
    this.timer = setTimeout(() => this.connect(), this.retryDelay);
    this.retryDelay = Math.min(this.retryDelay * 1.7, LONGEST_RETRY_DELAY);
  }

  /* Give up a socket that does not answer: closing it would wait for an answer too. */
  abandon() {
    this.detach();
    this.retryDelay = 0;
    this.handleClose();
  }

  detach() {
    Object.assign(this.socket, { onopen: null, onmessage: null, onclose: null });
    this.socket.close();
  }

  /* Connect again, for the path leads elsewhere now; what was requested before is not answered. Resolves with the first news. */
  reconnect() {
    this.detach();
    this.stopWatching();
    Object.assign(this, { pending: [], waiting: [], newsWaiters: [] });
    this.connect();
    return this.nextNews();
  }

  /* The device may be online again, or someone looks at the page: see at once whether the server is there. */
  check() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN && !this.pending.length) this.request(NOTHING);
  }

  stopWatching() {
    clearTimeout(this.slowTimer);
    clearTimeout(this.lateTimer);
  }

  watchForAnswer() {
    this.stopWatching();
    if (!this.pending.length) return;
    this.slowTimer = setTimeout(() => connectionLost(this), SLOW_ANSWER);
    this.lateTimer = setTimeout(() => this.abandon(), LATE_ANSWER);
  }

  send(request) {
    this.pending.push(request);
    this.socket.send(JSON.stringify(request.message));
    if (this.pending.length === 1) this.watchForAnswer();
  }

  /* Send a message; resolves with the answer. If the connection is lost before, it is sent again on the next one,
     unless it must not be repeated: then the promise is rejected with `ConnectionLost`. */
  request(message, { isRepeatable = true } = {}) {
    return new Promise((resolve, reject) => {
      const request = { message, isRepeatable, resolve, reject };
      if (this.socket?.readyState === WebSocket.OPEN) this.send(request);
      else if (isRepeatable) this.waiting.push(request);
      else reject(new ConnectionLost());
    });
  }

  /* Resolves with the next news of the table. */
  nextNews() {
    return new Promise((resolve) => this.newsWaiters.push(resolve));
  }
}

/* Send JSON by POST; resolves with the answer, which has `error` and `message` if the server refused. */
export async function post(path, body) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
  const response = await fetch(path, options).catch(() => {
    throw new ConnectionLost();
  });
  return response.json();
}

/* Send JSON by POST until the server answers. It may get the same request twice, and refuse the second. */
export async function postUntilAnswered(path, body) {
  const cause = Symbol(path);
  for (let delay = FIRST_RETRY_DELAY; ; delay = Math.min(delay * 1.7, LONGEST_RETRY_DELAY)) {
    try {
      const answer = await post(path, body);
      connectionBack(cause);
      return answer;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      connectionLost(cause);
      await onlineOrAfter(delay);
    }
  }
}

const onlineOrAfter = (delay) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delay);
    addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true });
  });
