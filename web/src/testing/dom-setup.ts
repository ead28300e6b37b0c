import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Tests load lazy pages, which takes time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
