import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// Tests load lazy pages, which takes time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// A module that a component still loads must not arrive after its environment is gone.
afterAll(() => vi.dynamicImportSettled());
