// Recordings by drag and drop, by the file dialog, or inside the page itself (an HTML recording).

import { make, need } from '../../shared/dom';

const LARGEST = 1_500_000_000;
const EMBEDDED = /<script type="text\/plain" id="recording">([\w+/=\s]*)<\/script>/;

/** The bytes of an MCAP file in text: base64 of gzip. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const binary = atob(base64.replace(/\s+/g, ''));
  const packed = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) packed[at] = binary.charCodeAt(at);
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  // A small file may unpack to a huge one: it is stopped in time.
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) throw new Error('The recording is larger than 1.5 GB.');
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function readRecording(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST) throw new Error('The recording is larger than 1.5 GB.');
  if (/\.wbt$/i.test(file.name)) throw new Error(`This is a world, not a recording. Open it with: foxden view ${file.name}`);
  if (!/\.(html?|mcap)$/i.test(file.name)) throw new Error('This is no recording. A recording is an .mcap or .html file.');
  if (!/\.html?$/i.test(file.name)) return new Uint8Array(await file.arrayBuffer());
  const found = EMBEDDED.exec(await file.text());
  if (!found) throw new Error('This is no recording of Foxden.');
  return unpack(found[1] ?? '');
}

/** Takes files that are dropped on the page, or chosen after a press of a button for it. */
export function acceptDrops(open: (file: File) => void): void {
  const chooser = make('input', { type: 'file', accept: '.mcap,.html,.htm' });
  chooser.addEventListener('change', () => {
    if (chooser.files?.[0]) open(chooser.files[0]);
    chooser.value = '';
  });
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-open-recording]')) chooser.click();
  });
  const drop = need('drop', HTMLDivElement);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', (event) => {
    if (hasFiles(event)) drop.hidden = false;
  });
  addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.hidden = true;
  });
  addEventListener('drop', (event) => {
    drop.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
}

/** The recording that this page carries inside, if it is an HTML recording. */
export function embeddedRecording(): string | null {
  return document.getElementById('recording')?.textContent ?? null;
}
