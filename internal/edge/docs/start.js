// Everything stays on this server: no fonts, proxy, telemetry or assistant of others.
Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'json',
  defaultOpenFirstTag: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  // Without a token Scalar sends an empty one, which would count instead of the session cookie.
  onRequestBuilt: ({ request }) => {
    if (request.headers.get('Authorization')?.trim() === 'Bearer') request.headers.delete('Authorization');
  },
  // Samples in curl, JavaScript, Python and Go; the others are hidden.
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    c: true, clojure: true, csharp: true, dart: true, fsharp: true, http: true, java: true, julia: true, kotlin: true, node: true, objc: true,
    ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true, swift: true,
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
    shell: ['httpie', 'wget'],
  },
});
