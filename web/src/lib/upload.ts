import { create } from 'zustand';

/** Whether Upload Music is open; undefined while it never was, and its code is not wanted. Any screen may open it. */
export const useUploadDialog = create<{ open: boolean | undefined }>(() => ({ open: undefined }));

export const openUpload = (open = true) => useUploadDialog.setState({ open });
