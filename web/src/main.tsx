import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import './styles/app.css';
import { mount } from './app/mount';

mount(document.getElementById('root'));
