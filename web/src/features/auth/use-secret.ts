import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Secrets of links by the page they opened, for pages drawn anew after the address was cleaned. In memory only. */
const secrets = new Map<string, string>();

/** The secret behind the `#` of a mailed link, or null. It is taken out of the address, and so of the history, at once. */
export function useSecret(): string | null {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  if (hash) secrets.set(pathname, hash);
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', replace: true });
  }, [hash, navigate]);
  return secrets.get(pathname) ?? null;
}

export const forgetSecrets = () => secrets.clear();
