import { expectTypeOf, it } from 'vitest';
import type { IMAGE_SIZES } from '@/lib/images';
import { request, requestPage } from './client';
import type { Parameters, Query } from './contract';
import { address, apiQuery } from './query-client';

// The type checker runs these tests: each `@ts-expect-error` fails to compile when its line is accepted.
const calls = {
  query: [
    () => request('/api/tracks', { query: { sort: 'title', limit: 50, deep: true } }),
    // @ts-expect-error: there is no parameter of this name
    () => request('/api/tracks', { query: { search: 'glass' } }),
    // @ts-expect-error: there is no such order
    () => request('/api/tracks', { query: { sort: 'loudest' } }),
    // @ts-expect-error: this is a number
    () => request('/api/mix/path', { query: { from: 'a', to: 'b', limit: 'long' } }),
    // @ts-expect-error: `to` is required
    () => request('/api/mix/path', { query: { from: 'a' } }),
    // @ts-expect-error: this path has no parameters
    () => request('/api/config', { query: { limit: 50 } }),
    // @ts-expect-error: parameters are not part of the path
    () => request('/api/tracks?limit=50'),
    // @ts-expect-error: there is no parameter of this name
    () => requestPage('/api/liked-tracks', { query: { size: 500 } }),
  ],
  key: [
    () => apiQuery(['/api/radios', 'id', 'queue', { hours: 4 }]),
    // @ts-expect-error: there is no parameter of this name
    () => apiQuery(['/api/radios', 'id', 'queue', { days: 4 }]),
    // @ts-expect-error: there is no such order
    () => apiQuery(['/api/albums', { sort: 'loudest' }]),
    // @ts-expect-error: `to` is required
    () => address(['/api/mix/path', { from: 'a' }]),
    // @ts-expect-error: this path has no parameters
    () => address(['/api/config', { limit: 50 }]),
  ],
};

it('query parameters have the names and types of the API document', () => {
  expectTypeOf<Query<'/api/playlists/{id}/export'>['format']>().toEqualTypeOf<'m3u' | 'm3u8' | 'xspf' | 'json' | undefined>();
  expectTypeOf<Query<'/api/mix/path'>['from']>().toEqualTypeOf<string | number>();
  expectTypeOf<Query<'/api/radios/{id}/figures'>['days']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Query<'/api/config'>>().toBeNever();
  expectTypeOf<Parameters<'/api/config', 'GET'>>().toEqualTypeOf<{ query?: undefined }>();
  expectTypeOf(calls).toHaveProperty('query');
});

it('images have the sizes of the API document', () => {
  expectTypeOf<(typeof IMAGE_SIZES)[number]>().toEqualTypeOf<NonNullable<Query<'/api/tracks/{id}/cover'>['size']>>();
  expectTypeOf<(typeof IMAGE_SIZES)[number]>().toEqualTypeOf<NonNullable<Query<'/api/shared/{id}/cover'>['size']>>();
});
