/** The part of HTMLAudioElement that the player uses; tests implement it. */
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
