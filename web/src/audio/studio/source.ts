import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import { browserClock } from '@/audio/clock';
import { encode } from './encode';
import { type Encoding, type LinkState, STUDIO_PROTOCOL, StudioLink, type StudioStatus } from './link';

type Handlers = {
  /** reason says why it went off air; '' if the person ended it. */
  onState: (state: LinkState, reason: string) => void;
  onStatus: (status: StudioStatus) => void;
};

const address = (stationId: string) => {
  const url = new URL(`/api/radios/${encodeURIComponent(stationId)}/studio`, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url;
};

/** Why this person may not be on air; '' if they may, or the server does not answer that. */
const reasonOf = (stationId: string): Promise<string> =>
  request(`/api/radios/${stationId}/on-air`).then(
    ({ reason }) => reason,
    (error) => (error instanceof ApiError && [401, 403, 404].includes(error.status) && error.detail) || '',
  );

/** The browser as a source of a station: what a node plays is on air from here until it ends. */
export class StudioSource {
  readonly #link: StudioLink;
  readonly #out: AudioNode;
  readonly #encoding: Encoding;
  #stopEncoding = () => {};
  #isOff = false;
  #failed = '';

  constructor(stationId: string, out: AudioNode, encoding: Encoding, { onState, onStatus }: Handlers) {
    this.#out = out;
    this.#encoding = encoding;
    this.#link = new StudioLink(() => new WebSocket(address(stationId), STUDIO_PROTOCOL), browserClock(), encoding, {
      onState: (state, reason) => {
        if (state === 'off') this.#end();
        onState(state, reason ?? this.#failed);
      },
      onStatus,
      onRestart: () => void this.#encode(),
      askWhy: () => reasonOf(stationId),
    });
    void this.#encode();
  }

  title(artist: string, title: string): void {
    this.#link.title(artist, title);
  }

  /** Goes off air. */
  end(): void {
    this.#link.end();
  }

  /** Begins to encode, again if the server lost the session: a container stream starts with its header. */
  async #encode() {
    this.#stopEncoding();
    this.#stopEncoding = () => {};
    try {
      const stop = await encode(this.#out, this.#encoding.codec, (bytes, micros) => this.#link.send(bytes, micros));
      if (this.#isOff) stop();
      else this.#stopEncoding = stop;
    } catch (error) {
      this.#failed = String(error);
      this.#link.end();
    }
  }

  #end() {
    this.#isOff = true;
    this.#stopEncoding();
    this.#stopEncoding = () => {};
  }
}
