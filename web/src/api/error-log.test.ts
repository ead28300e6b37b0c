import { beforeEach, expect, it } from 'vitest';
import { forgetErrors, logError, loggedErrors } from './error-log';

beforeEach(forgetErrors);

it('keeps the ten latest failures', () => {
  for (let i = 1; i <= 12; i++) logError('GET', `/api/${i}`, '500');
  expect(loggedErrors().map(({ call }) => call)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((i) => `GET /api/${i}`));
});

it('drops parameters, which may contain secrets', () => {
  logError('GET', '/auth/google/callback?code=c&state=s#x', '404');
  expect(loggedErrors()[0]).toMatchObject({ call: 'GET /auth/google/callback', message: '404' });
});
