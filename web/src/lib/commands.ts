import { create } from 'zustand';

/** Which of the two is open over any screen; undefined while neither ever was, and their code is not wanted. */
export const useCommandDialog = create<{ open: 'palette' | 'shortcuts' | null | undefined }>(() => ({ open: undefined }));

/** Search, go anywhere, do anything. */
export const openPalette = () => useCommandDialog.setState({ open: 'palette' });

/** What every key does. */
export const openShortcuts = () => useCommandDialog.setState({ open: 'shortcuts' });

export const closeCommands = () => useCommandDialog.setState({ open: null });

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** The key that goes with others for commands: ⌘ on Apple's keyboards. */
export const MODIFIER = isApple ? '⌘' : 'Ctrl';
