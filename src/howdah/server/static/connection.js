/* Whether the server answers: as long as it does not, a small notice on the board says so. */

const causes = new Set(); // what waits for the server: the socket, or a request

function update() {
  const notice = document.getElementById("connection");
  if (notice) notice.hidden = !causes.size;
  document.body.classList.toggle("offline", causes.size > 0);
}

export function connectionLost(cause) {
  causes.add(cause);
  update();
}

export function connectionBack(cause) {
  causes.delete(cause);
  update();
}
