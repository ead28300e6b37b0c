/** Copies text to the clipboard. Throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Absent on plain HTTP except on localhost; many home servers use plain HTTP.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('The browser did not copy.');
}
