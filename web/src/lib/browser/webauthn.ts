/** Passkey ceremonies in the browser. Options and results are the JSON that the server uses. */

/** Whether this browser supports passkeys. */
export const passkeysSupported = () => 'PublicKeyCredential' in globalThis;

/** Whether this browser can use passkeys for the server's domain. Browsers bind passkeys to the address of the page. */
export function passkeysWork(relyingParty: string | undefined): boolean {
  if (!relyingParty || !passkeysSupported()) return false;
  return location.hostname === relyingParty || location.hostname.endsWith(`.${relyingParty}`);
}

/** Creates a passkey. Rejects with a DOMException if the person or the browser refuses; see `isRefusal`. */
export async function startRegistration(options: unknown): Promise<RegistrationResponseJSON> {
  const credential = await navigator.credentials.create({ publicKey: creationOptions(options as PublicKeyCredentialCreationOptionsJSON) });
  return answer<RegistrationResponseJSON>(credential);
}

/** Signs the server's challenge with a passkey. Rejects with a DOMException if the person or the browser refuses. */
export async function startAuthentication(options: unknown, signal?: AbortSignal): Promise<AuthenticationResponseJSON> {
  const credential = await navigator.credentials.get({
    publicKey: requestOptions(options as PublicKeyCredentialRequestOptionsJSON),
    signal,
  });
  return answer<AuthenticationResponseJSON>(credential);
}

/** Whether a ceremony ended because the person closed the browser's prompt or it timed out. */
export const isRefusal = (error: unknown) => error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Whether the device already has a passkey for this account. */
export const isKnownHere = (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError';

function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (PublicKeyCredential.parseCreationOptionsFromJSON) return PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: json.excludeCredentials?.map(descriptor),
  };
}

function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  if (PublicKeyCredential.parseRequestOptionsFromJSON) return PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(json.challenge),
    allowCredentials: json.allowCredentials?.map(descriptor),
  };
}

const descriptor = (json: PublicKeyCredentialDescriptorJSON) =>
  ({ ...json, id: bytes(json.id) }) as unknown as PublicKeyCredentialDescriptor;

function answer<T>(credential: Credential | null): T {
  if (!credential) throw new DOMException('The browser gave no passkey.', 'NotAllowedError');
  const key = credential as PublicKeyCredential;
  return (key.toJSON ? key.toJSON() : toJSON(key)) as T;
}

/** Does what `toJSON` does, for browsers without it. */
function toJSON({ id, rawId, type, response, authenticatorAttachment }: PublicKeyCredential) {
  return {
    id,
    rawId: text(rawId),
    type,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
    response: 'attestationObject' in response ? attestation(response as AuthenticatorAttestationResponse) : assertion(response),
  };
}

const attestation = (response: AuthenticatorAttestationResponse) => ({
  clientDataJSON: text(response.clientDataJSON),
  attestationObject: text(response.attestationObject),
  transports: response.getTransports?.() ?? [],
});

function assertion(response: AuthenticatorResponse) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : undefined,
  };
}

/** Bytes as base64url text, without padding. */
export function text(buffer: ArrayBuffer | Uint8Array): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of base64url text. */
export const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
