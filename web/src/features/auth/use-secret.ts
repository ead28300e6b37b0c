import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Secrets of links by page, for pages that render again after the address was cleaned. In memory only. */
const secrets = new Map<string, string>();

/** The secret after the `#` of an emailed link, or null. It is removed from the address, and so from the history, immediately. */
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
