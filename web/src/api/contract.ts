import type { paths } from './schema';

/** Types that read the API document: the query, the body and the response of each path and method. This file has no code at run time. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

declare const REPLY: unique symbol;

/**
 * An address that is built at run time, such as a link from the server, together with the type of its response. A path that is written
 * in the source does not need it: the type checker looks the path up in the API document.
 */
export type Address<T> = string & { readonly [REPLY]: T };

/** A path without a trailing slash. */
type Plain<P extends string> = P extends `${infer Path}/` ? Path : P;

/** A segment of a path; `{}` if it is a parameter. */
type Segment<S extends string> = string extends S ? '{}' : `${number}` extends S ? '{}' : S extends `{${string}}` ? '{}' : S;
/** A path with `{}` for each parameter, so that `/api/tracks/{id}` and `/api/tracks/${string}` are equal. */
type Shape<P extends string> = P extends `${infer Head}/${infer Rest}` ? `${Segment<Head>}/${Shape<Rest>}` : Segment<P>;
type Shapes = { [P in keyof paths as Shape<P>]: P };

/** The documented path when the source writes the value of a parameter: `/api/auth/google/start` for `/api/auth/{provider}/start`. */
type Segments<P extends string> = P extends `${infer Head}/${infer Rest}` ? [Head, ...Segments<Rest>] : [P];
type Pattern<P extends string> = P extends `${infer Head}/${infer Rest}` ? [Any<Head>, ...Pattern<Rest>] : [Any<P>];
type Any<S extends string> = S extends `{${string}}` ? string : S;
type Named<P extends string> = { [K in keyof paths]: Segments<P> extends Pattern<K> ? K : never }[keyof paths];

/** The documented path for a path in the source, or never if there is none. */
type Documented<P extends string> = P extends keyof paths
  ? P
  : Shape<P> extends keyof Shapes
    ? Shapes[Shape<P>]
    : string extends P
      ? never
      : Named<P>;

/** The documented operation of a path and a method, or never if there is none. */
type Operation<P extends string, M extends Method> = P extends string
  ? M extends Method
    ? NonNullable<paths[Documented<Plain<P>>][Lowercase<M>]>
    : never
  : never;

/**
 * `unknown` for a documented path and method. Any other pair becomes a type error that names it, and so does a path with parameters
 * after a `?`: they belong in the option `query`.
 */
export type Known<P extends string, M extends Method> =
  P extends Address<unknown> ? unknown : [Operation<P, M>] extends [never] ? { unknownPath: `${M} ${P}` } : unknown;

type Success = 200 | 201 | 202 | 203 | 204;
type Json<R> = R extends { content: { 'application/json': infer T } } ? Whole<T> : R extends { content?: never } ? null : unknown;
/** A list. With `since` the server sends only its changes; the app does not use that. */
type Whole<T> = Exclude<T, { changed: unknown; removed: unknown; next: string }>;
type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & Success]> : never;

/** The type of the response. */
export type Reply<P extends string, M extends Method = 'GET'> = P extends Address<infer T> ? T : Answer<Operation<P, M>>;

type Sent<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer T } }
    ? T
    : never
  : never;

/** The `body` option of a call: required, optional or not allowed. */
export type Body<P extends string, M extends Method> = [Sent<Operation<P, M>>] extends [never]
  ? { body?: undefined }
  : Operation<P, M> extends { requestBody: unknown }
    ? { body: Sent<Operation<P, M>> }
    : { body?: Sent<Operation<P, M>> };

/** The value of a query parameter. Those that the document calls text can be numbers too, such as `limit`: in an address all are text. */
type Value<T> = string extends T ? T | number : T;
type Values<Q> = { [Name in keyof Q]: Value<Q[Name]> };
type Asked<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The query parameters of a path; never if it has none. */
export type Query<P extends string, M extends Method = 'GET'> = P extends string ? Values<Asked<Operation<P, M>>> : never;

/** The `query` option of a call: required, optional or not allowed. */
export type Parameters<P extends string, M extends Method> = [Query<P, M>] extends [never]
  ? { query?: undefined }
  : Partial<Query<P, M>> extends Query<P, M>
    ? { query?: Query<P, M> }
    : { query: Query<P, M> };

/** `unknown` if Q has the documented parameters of a path and no others. Anything else becomes a type error. */
export type KnownQuery<P extends string, Q> =
  P extends Address<unknown>
    ? unknown
    : P extends string
      ? Exclude<keyof Q, NameOf<Query<P>>> extends never
        ? [Query<P>] extends [never]
          ? unknown
          : Q extends Query<P>
            ? unknown
            : { wrongParameters: Q; instead: Query<P> }
        : { unknownParameter: Exclude<keyof Q, NameOf<Query<P>>> }
      : never;
type NameOf<Q> = [Q] extends [never] ? never : keyof Q;

/** The path of a query key: its strings and numbers joined by `/`. The object in a key has the query parameters. */
export type Joined<K extends readonly unknown[]> = K extends readonly [infer Head, ...infer Rest]
  ? NonNullable<Head> extends infer Part extends string | number
    ? Rest extends readonly []
      ? `${Part}`
      : Joined<Rest> extends ''
        ? `${Part}`
        : `${Part}/${Joined<Rest>}`
    : Joined<Rest>
  : '';
