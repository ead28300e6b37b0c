/** Files of this browser on its disk, so that hours of sound take no memory when they are played or downloaded. */
const FOLDER = 'recordings';

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** Writes parts of a sound to a file, one after another. Returns null where the browser has no such files or no room for it. */
export async function spooled(name: string, parts: AsyncIterable<Blob>): Promise<File | null> {
  try {
    const handle = await (await folder()).getFileHandle(name, { create: true });
    const file = await handle.createWritable();
    try {
      for await (const part of parts) await file.write(part);
      await file.close();
    } catch (error) {
      await file.abort();
      throw error;
    }
    return await handle.getFile();
  } catch (error) {
    console.warn(`${name} was not written`, error);
    await unspool(name);
    return null;
  }
}

/** Deletes a file, if there is one. */
export async function unspool(name: string): Promise<void> {
  try {
    await (await folder()).removeEntry(name);
  } catch {
    // there is none, or this browser has no such files
  }
}
