/** What was done about wishes that could not be met as they were said. */
export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul className="grid grid-cols-1 gap-1 text-fg-muted text-sm">
      {notes.map((note) => (
        <li key={note} className="break-words">
          {note}
        </li>
      ))}
    </ul>
  );
