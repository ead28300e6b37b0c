import { createHub } from './hub';

const connect = createHub();

addEventListener('connect', (event) => {
  for (const port of (event as MessageEvent).ports) connect(port);
});
