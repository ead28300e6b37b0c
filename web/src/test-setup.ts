import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Lazy pages are loaded for real; a busy machine takes its time.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
