// The RobotWindow class of robot windows, as projects import it. A window runs in a frame
// without any right; the page around it passes texts on to the controller and back.

export default class RobotWindow {
  #title = '';

  constructor() {
    this.name = decodeURIComponent(location.hash.slice(1));
    this.connected = true;
    addEventListener('message', (event) => {
      const data = event.data;
      if (event.source !== parent || data === null || typeof data !== 'object' || data.foxden !== 'window') return;
      if (typeof data.message === 'string') this.receive(data.message, this.name);
    });
    // listeners that are set after the constructor miss nothing: the page answers this in a later task
    parent.postMessage({ foxden: 'window', ready: true }, '*');
  }

  /** Replaced by the window: takes a text of the controller. */
  receive(_message, _robot) {}

  /** Sends a text to the controller. */
  send(message, _robot) {
    parent.postMessage({ foxden: 'window', message: String(message) }, '*');
  }

  setTitle(title) {
    this.#title = String(title);
    document.title = this.#title;
  }

  get title() {
    return this.#title;
  }
}
