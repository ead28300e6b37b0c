import { language } from '@/i18n/t';

/** A heading and its paragraphs. */
export type Section = [heading: string, ...paragraphs: string[]];

export const CHANGED = '2026-11-01T12:00:00Z';

export const terms = (product: string): Section[] =>
  language() === 'es'
    ? [
        [
          'Quién ofrece este servicio',
          `${product} es un programa que alguien ha instalado en su propio servidor. Esa persona u organización, el operador, te ofrece este servicio y responde de él.`,
        ],
        [
          'Tu cuenta',
          'Da una dirección de correo que sea tuya y guarda tu contraseña. Lo que se hace con tu cuenta se considera hecho por ti. Puedes eliminarla en los ajustes en cualquier momento.',
        ],
        [
          'La música',
          'Escucha lo que aquí se ofrece para ti. Copiarlo, publicarlo o compartirlo solo está permitido si tienes derecho a ello. Lo que subas debe ser tuyo o tener permiso para este uso.',
        ],
        [
          'Buen uso',
          'No intentes entrar donde no tienes acceso, no sobrecargues el servidor y no molestes a los demás miembros. El operador puede cerrar cuentas que lo hagan.',
        ],
        [
          'Sin garantía',
          'El servicio se ofrece tal como está. Puede fallar, cambiar o terminar. Guarda siempre una copia de tus archivos.',
        ],
      ]
    : [
        [
          'Who offers this service',
          `${product} is software that somebody has installed on a server of their own. That person or organisation, the operator, offers this service to you and answers for it.`,
        ],
        [
          'Your account',
          'Give an email address that is yours and keep your password to yourself. What is done with your account counts as done by you. You may delete it in the settings at any time.',
        ],
        [
          'The music',
          'Listen to what is offered to you here. Copying, publishing or sharing it is allowed only where you have the right to. What you upload must be yours, or cleared for this use.',
        ],
        [
          'Fair use',
          'Do not try to get where you have no access, do not overload the server, and leave other members in peace. The operator may close accounts that do otherwise.',
        ],
        ['No warranty', 'The service is offered as it is. It may fail, change or end. Always keep a copy of your files.'],
      ];

export const privacy = (product: string): Section[] =>
  language() === 'es'
    ? [
        [
          'Qué se guarda',
          'Tu dirección de correo, el nombre que indiques, un resumen cifrado de tu contraseña, tus sesiones (navegador, dirección de red y hora) y lo que escuchas y marcas con «me gusta».',
        ],
        [
          'Para qué',
          `Para que puedas entrar, para mostrarte tu música y para proteger las cuentas de abusos. ${product} no muestra publicidad ni crea perfiles.`,
        ],
        ['Dónde', 'Solo en este servidor. La aplicación no carga nada de otros sitios ni envía nada a nadie más.'],
        [
          'En tu navegador',
          'Se guardan tu sesión (una cookie y dos testigos), tus preferencias y la cola de reproducción. Al cerrar sesión, la sesión se borra.',
        ],
        [
          'Tus derechos',
          'En los ajustes puedes corregir tus datos, descargar una copia de todos y eliminar tu cuenta. Para lo demás, pregunta al operador de este servidor.',
        ],
      ]
    : [
        [
          'What is stored',
          'Your email address, the name you give, a one-way hash of your password, your sessions (browser, network address and time), and what you play and like.',
        ],
        [
          'What for',
          `To let you in, to show you your music, and to protect accounts from abuse. ${product} shows no advertising and builds no profiles.`,
        ],
        ['Where', 'On this server only. The app loads nothing from other sites and sends nothing to anyone else.'],
        ['In your browser', 'Your session (one cookie and two tokens), your preferences and your queue. Signing out removes the session.'],
        [
          'Your rights',
          'In the settings you may correct your data, download a copy of all of it, and delete your account. For anything else ask the operator of this server.',
        ],
      ];
