declare module '@fontsource-variable/figtree/wght.css';
declare module '@fontsource-variable/bricolage-grotesque/wght.css';
