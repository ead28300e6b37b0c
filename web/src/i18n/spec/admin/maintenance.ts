/** The texts about the maintenance of the server. ../../admin/maintenance.ts loads them. */
export const maintenance = {
  'maintenance.now': 'This server is being maintained. You can listen, but nothing can be changed for now.',
  'maintenance.until': 'This server is being maintained until {when}. You can listen, but nothing can be changed until then.',
  'maintenance.operator': 'Maintenance mode is on. Only operators can change anything.',
  'maintenance.operatorUntil': 'Maintenance mode is on until {when}. Only operators can change anything.',
  'maintenance.open': 'Maintenance mode',
  'maintenance.text':
    'Music and stations go on. Everybody but operators can listen and sign in, and change nothing. Scans, mixes and compositions wait.',
  'maintenance.message': 'Message',
  'maintenance.messageHint': 'Shown to everybody with the notice.',
  'maintenance.end': 'Ends at',
  'maintenance.endHint': 'Leave it empty to end it yourself.',
  'maintenance.turnOn': 'Turn on',
  'maintenance.save': 'Save',
  'maintenance.turnOff': 'Turn off',
  'maintenance.isOn': 'Maintenance mode is on.',
  'maintenance.isOff': 'Maintenance mode is off.',
} as const;
