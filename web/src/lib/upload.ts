import { create } from 'zustand';

/** Is told which songs were made of what was uploaded. */
export type OnUploaded = (trackIds: readonly string[]) => void;

type UploadDialog = {
  /** undefined while it never was, and its code is not wanted. */
  open: boolean | undefined;
  /** Who opened it and goes on with the songs; without anybody the page is read anew, to have them everywhere. */
  onUploaded?: OnUploaded;
};

/** Whether Upload Music is open. Any screen may open it. */
export const useUploadDialog = create<UploadDialog>(() => ({ open: undefined }));

export const openUpload = (open = true, onUploaded?: OnUploaded) => useUploadDialog.setState({ open, onUploaded });
