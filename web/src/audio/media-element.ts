/** The part of HTMLAudioElement the player uses; tests bring their own. */
export type MediaElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'preload'
    | 'currentTime'
    | 'duration'
    | 'paused'
    | 'ended'
    | 'readyState'
    | 'volume'
    | 'muted'
    | 'error'
    | 'buffered'
    | 'seekable'
    | 'playbackRate'
    | 'defaultPlaybackRate'
    | 'play'
    | 'pause'
    | 'load'
    | 'removeAttribute'
  > & { readonly remote?: RemotePlayback };
