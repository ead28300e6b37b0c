// A small OpenID Connect provider. It signs everybody in as the person set by the test, like a real one after its sign-in page.
import { createHash, createPublicKey, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const base64url = (value) => Buffer.from(value).toString('base64url');

export function startProvider(port, client) {
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
  const granted = new Map();
  let person = { sub: 'g-1', email: 'gina@example.com', email_verified: true, given_name: 'Gina', family_name: 'Google' };
  let cancels = false;

  const idToken = (nonce) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 300, nonce, ...person };
    const signed = `${base64url(JSON.stringify({ alg: 'RS256', kid: 'k' }))}.${base64url(JSON.stringify(claims))}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
  };
  const body = async (request) => {
    let text = '';
    for await (const part of request) text += part;
    return text;
  };

  const answers = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async (request) => {
      const form = new URLSearchParams(await body(request));
      const grant = granted.get(form.get('code'));
      granted.delete(form.get('code'));
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!grant || grant.challenge !== challenge || grant.redirect !== form.get('redirect_uri')) return null;
      return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken(grant.nonce) };
    },
    // Tests set who signs in, or that they cancel.
    '/person': async (request) => {
      ({ person = person, cancels = false } = JSON.parse(await body(request)));
      return {};
    },
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, issuer);
    if (url.pathname === '/authorize') {
      const asked = url.searchParams;
      const back = new URL(asked.get('redirect_uri'));
      back.searchParams.set('state', asked.get('state'));
      if (cancels) back.searchParams.set('error', 'access_denied');
      else {
        const code = randomUUID();
        granted.set(code, { challenge: asked.get('code_challenge'), nonce: asked.get('nonce'), redirect: asked.get('redirect_uri') });
        back.searchParams.set('code', code);
      }
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    const answer = await answers[url.pathname]?.(request);
    response.writeHead(answer ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  });
  server.listen(port, '127.0.0.1');
  return { issuer, close: () => server.close() };
}
