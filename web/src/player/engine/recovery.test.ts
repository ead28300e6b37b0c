import { describe, expect, it, vi } from 'vitest';
import { judge, probeMedia } from './recovery';

describe('judge', () => {
  it.each([
    [401, 4, { kind: 'fail', reason: 'denied' }],
    [403, 4, { kind: 'fail', reason: 'denied' }],
    [404, 4, { kind: 'fail', reason: 'missing' }],
    [0, 2, { kind: 'retry' }],
    [503, 4, { kind: 'retry' }],
    [429, 4, { kind: 'retry' }],
    [206, 2, { kind: 'retry' }],
    [206, 3, { kind: 'fail', reason: 'unsupported' }],
    [200, 4, { kind: 'fail', reason: 'unsupported' }],
  ])('status %i with media error %i', (status, code, remedy) => {
    expect(judge({ status }, code)).toEqual(remedy);
  });
});

it.each([
  ['plan_limit', 'planLimit'],
  ['plan_required', 'notIncluded'],
  ['turned_off', 'denied'],
])('tells %s from other refusals, with the sentence of the server', async (code, reason) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(JSON.stringify({ code, detail: 'Pause it.' }), { status: 403 }));
  const answer = await probeMedia('/a');
  expect(answer).toEqual({ status: 403, code, detail: 'Pause it.' });
  expect(judge(answer, 4)).toEqual({ kind: 'fail', reason, ...(reason === 'denied' ? {} : { detail: 'Pause it.' }) });
});

it('probes with one byte, and reports no response as 0', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('x', { status: 206 }));
  expect(await probeMedia('/a')).toEqual({ status: 206 });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'Accept-Language': 'en', Range: 'bytes=0-0' } });
  fetched.mockRejectedValueOnce(new TypeError('network'));
  expect(await probeMedia('/a')).toEqual({ status: 0 });
});
