/* One socket a page: it comes back by itself, and the server then tells where the table stands. */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5000;

/* The server cannot be reached just now. */
export class Lost extends Error {}

export class Line {
  constructor(path, { onMessage, onChange }) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.pause = FIRST_PAUSE;
    this.waiting = [];
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.onChange(true);
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  /* Answers come in the order of the questions; whatever else comes is news. */
  take(message) {
    if (message.kind === "news") this.onMessage(message);
    else this.waiting.shift()?.resolve(message);
  }

  lost() {
    this.onChange(false);
    for (const question of this.waiting.splice(0)) question.reject(new Lost());
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  ask(question) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost());
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.socket.send(JSON.stringify(question));
    });
  }
}

/* A small POST; a refusal comes back as an object with `error` and `message`. */
export async function post(path, body) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
  const answer = await fetch(path, request).catch(() => {
    throw new Lost();
  });
  return answer.json();
}
