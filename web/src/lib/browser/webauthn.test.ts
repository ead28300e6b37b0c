import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, isKnownHere, isRefusal, passkeysWork, startAuthentication, startRegistration, text } from './webauthn';

afterEach(() => vi.unstubAllGlobals());

const buffer = (...values: number[]) => new Uint8Array(values).buffer;
const challenge = text(new Uint8Array([1, 2, 250]));

/** A browser with credentials; `statics` are those of PublicKeyCredential. */
function browser(credential: object | null, statics: object = {}) {
  const get = vi.fn(async () => credential);
  vi.stubGlobal('PublicKeyCredential', statics);
  vi.stubGlobal('navigator', { credentials: { get, create: get } });
  return get;
}

it('reads and writes base64url without padding', () => {
  expect(text(new Uint8Array([251, 255, 254]))).toBe('-__-');
  expect([...bytes('-__-')]).toEqual([251, 255, 254]);
  expect([...bytes(text(new Uint8Array([1])))]).toEqual([1]);
});

describe('passkey support', () => {
  it.each([
    ['localhost', 'localhost', true],
    ['music.example.com', 'music.example.com', true],
    ['music.example.com', 'example.com', true],
    ['badexample.com', 'example.com', false],
    ['192.168.1.4', 'example.com', false],
    ['localhost', '', false],
  ])('at %s for %s is %s', (hostname, party, works) => {
    browser(null);
    vi.stubGlobal('location', { hostname });
    expect(passkeysWork(party)).toBe(works);
  });

  it('is missing in a browser without passkeys', () => {
    vi.stubGlobal('location', { hostname: 'localhost' });
    expect(passkeysWork('localhost')).toBe(false);
  });
});

describe('signing in', () => {
  const assertion = {
    id: 'AQI',
    rawId: buffer(1, 2),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle: null },
  };

  it('leaves the conversion to browsers that support it', async () => {
    const get = browser({ toJSON: () => ({ id: 'x' }) }, { parseRequestOptionsFromJSON: () => 'parsed' });
    expect(await startAuthentication({ challenge })).toEqual({ id: 'x' });
    expect(get).toHaveBeenCalledWith({ publicKey: 'parsed', signal: undefined });
  });

  it('converts for other browsers', async () => {
    const get = browser(assertion);
    const answer = await startAuthentication({ challenge, allowCredentials: [{ id: 'AQI', type: 'public-key' }] });
    expect(get.mock.calls[0]).toEqual([
      {
        publicKey: { challenge: bytes(challenge), allowCredentials: [{ id: bytes('AQI'), type: 'public-key' }] },
        signal: undefined,
      },
    ]);
    expect(answer).toEqual({
      id: 'AQI',
      rawId: 'AQI',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: undefined },
    });
  });

  it('treats a missing response as a refusal', async () => {
    browser(null);
    const error = await startAuthentication({ challenge }).catch((e: unknown) => e);
    expect([isRefusal(error), isKnownHere(error)]).toEqual([true, false]);
  });
});

it('converts both ways for a registration', async () => {
  const create = browser({
    id: 'AQI',
    rawId: buffer(1, 2),
    type: 'public-key',
    authenticatorAttachment: null,
    response: { clientDataJSON: buffer(1), attestationObject: buffer(2), getTransports: () => ['internal'] },
  });
  const options = {
    challenge,
    rp: { name: 'Sonora' },
    user: { id: 'AQ', name: 'ada', displayName: 'Ada' },
    pubKeyCredParams: [],
  };
  expect(await startRegistration(options)).toMatchObject({
    id: 'AQI',
    response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
  });
  expect(create.mock.calls[0]).toEqual([
    { publicKey: { ...options, challenge: bytes(challenge), user: { ...options.user, id: bytes('AQ') }, excludeCredentials: undefined } },
  ]);
});
