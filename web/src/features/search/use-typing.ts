import { useEffect, useRef, useState } from 'react';

/** Milliseconds of typing pause before the search starts. */
const PAUSE = 150;

/** The text in the box, and in the address after a short pause. Going back, or a link, changes both. */
export function useTyping(q: string, onPause: (q: string) => void) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = useRef(onPause);
  useEffect(() => {
    send.current = onPause;
  });
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  const flush = useRef((typed: string) => {
    if (typed.trim() === sent.current) return;
    sent.current = typed.trim();
    send.current(sent.current);
  });
  useEffect(() => {
    const timer = setTimeout(() => flush.current(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText, () => flush.current(text)] as const;
}
