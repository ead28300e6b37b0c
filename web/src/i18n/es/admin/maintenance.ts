import type { maintenance as spec } from '../../spec/admin/maintenance';

export const maintenance: Record<keyof typeof spec, string> = {
  'maintenance.now': 'Este servidor está en mantenimiento. Puedes escuchar, pero por ahora no se puede cambiar nada.',
  'maintenance.until':
    'Este servidor está en mantenimiento hasta el {when}. Puedes escuchar, pero hasta entonces no se puede cambiar nada.',
  'maintenance.operator': 'El modo de mantenimiento está activado. Solo los operadores pueden cambiar algo.',
  'maintenance.operatorUntil': 'El modo de mantenimiento está activado hasta el {when}. Solo los operadores pueden cambiar algo.',
  'maintenance.open': 'Modo de mantenimiento',
  'maintenance.text':
    'La música y las emisoras siguen. Quien no sea operador puede escuchar e iniciar sesión, pero no cambiar nada. Los escaneos, las mezclas y las composiciones esperan.',
  'maintenance.message': 'Mensaje',
  'maintenance.messageHint': 'Todos lo ven junto al aviso.',
  'maintenance.end': 'Termina el',
  'maintenance.endHint': 'Déjalo vacío para terminarlo tú.',
  'maintenance.turnOn': 'Activar',
  'maintenance.save': 'Guardar',
  'maintenance.turnOff': 'Desactivar',
  'maintenance.isOn': 'El modo de mantenimiento está activado.',
  'maintenance.isOff': 'El modo de mantenimiento está desactivado.',
};
