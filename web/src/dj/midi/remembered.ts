/** The key under which a browser remembers that it was allowed to use controllers. */
export const MIDI_ON = 'sonora_desk_midi_on';
