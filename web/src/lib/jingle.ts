import { create } from 'zustand';

/** A song that becomes a jingle. */
export type Jingle = { id: string; title: string };

/** Which song the dialog makes a jingle of; undefined until it is first opened, null when it is closed. */
export const useJingleDialog = create<{ song: Jingle | null | undefined }>(() => ({ song: undefined }));

/** Opens the dialog that asks which station shall play a song as a jingle. */
export const openJingle = ({ id, title }: Jingle) => useJingleDialog.setState({ song: { id, title } });
export const closeJingle = () => useJingleDialog.setState({ song: null });
