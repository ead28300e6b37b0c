import { create } from 'zustand';

/** Which of the two dialogs is open; undefined while neither has been opened, so that their code is not loaded. */
export const useCommandDialog = create<{ open: 'palette' | 'shortcuts' | null | undefined }>(() => ({ open: undefined }));

/** Opens the command palette. */
export const openPalette = () => useCommandDialog.setState({ open: 'palette' });

/** Opens the list of keyboard shortcuts. */
export const openShortcuts = () => useCommandDialog.setState({ open: 'shortcuts' });

export const closeCommands = () => useCommandDialog.setState({ open: null });

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** The modifier key of shortcuts: ⌘ on Apple keyboards. */
export const MODIFIER = isApple ? '⌘' : 'Ctrl';
