import type { ControllerMap } from './map';
import denonMc4000 from './maps/denon-mc4000.json';
import inpulse200 from './maps/hercules-djcontrol-inpulse-200.json';
import starlight from './maps/hercules-djcontrol-starlight.json';
import mixtrackProFx from './maps/numark-mixtrack-pro-fx.json';
import ddj400 from './maps/pioneer-ddj-400.json';
import ddjFlx4 from './maps/pioneer-ddj-flx4.json';

/** The ready-made maps. A test reads every line of them. */
export const READY = [ddj400, ddjFlx4, starlight, inpulse200, denonMc4000, mixtrackProFx] as readonly unknown[] as readonly ControllerMap[];
