import { create } from 'zustand';

/** Called with the songs created from the uploads. */
export type OnUploaded = (trackIds: readonly string[]) => void;

type UploadDialog = {
  /** undefined until the dialog is first opened, so that its code is not loaded. */
  open: boolean | undefined;
  /** Who opened the dialog and continues with the songs. Without a callback, the page reloads to show the songs everywhere. */
  onUploaded?: OnUploaded;
};

/** Whether Upload Music is open. Any screen can open it. */
export const useUploadDialog = create<UploadDialog>(() => ({ open: undefined }));

export const openUpload = (open = true, onUploaded?: OnUploaded) => useUploadDialog.setState({ open, onUploaded });
