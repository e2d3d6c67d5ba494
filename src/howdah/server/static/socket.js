/* The connection to the server: one WebSocket per page that reconnects by itself, and small POST requests. */

const FIRST_RETRY_DELAY = 400; // milliseconds
const LONGEST_RETRY_DELAY = 5000;

/* The server cannot be reached now. */
export class ConnectionLost extends Error {}

/* After each connection the server sends the state of the table, so nothing has to be repeated. */
export class LiveSocket {
  constructor(path) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.retryDelay = FIRST_RETRY_DELAY;
    this.pending = []; // requests without an answer yet, oldest first
  }

  start({ onNews, onConnectionChange }) {
    Object.assign(this, { onNews, onConnectionChange });
    this.connect();
    addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnectNow());
  }

  connect() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.retryDelay = FIRST_RETRY_DELAY;
      this.onConnectionChange(true);
    };
    this.socket.onmessage = (event) => this.handleMessage(JSON.parse(event.data));
    this.socket.onclose = () => this.handleClose();
  }

  /* The server answers requests in their order; news and turns come without a request, or with the answer to a commit. */
  handleMessage(message) {
    const isNews = message.kind === "news" || message.kind === "turn";
    if (!isNews) this.pending.shift()?.resolve(message);
    if (isNews || message.update) this.onNews(message.update ?? message);
  }

  handleClose() {
    this.onConnectionChange(false);
    for (const request of this.pending.splice(0)) request.reject(new ConnectionLost());
    this.timer = setTimeout(() => this.connect(), this.retryDelay);
    this.retryDelay = Math.min(this.retryDelay * 1.7, LONGEST_RETRY_DELAY);
  }

  /* Do not wait for the next retry: the device is online again, or someone looks at the page. */
  reconnectNow() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /* Send a message; resolves with the answer. */
  request(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      this.socket.send(JSON.stringify(message));
    });
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
