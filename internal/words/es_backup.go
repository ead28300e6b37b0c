package words

// spanishBackup has the sentences about backups.
var spanishBackup = map[string]string{
	"A backup is being restored already.":                                                                        "Ya se está restaurando una copia de seguridad.",
	"Several servers use this database. Stop them all, and run sonora restore.":                                  "Varios servidores usan esta base de datos. Detenlos todos y ejecuta sonora restore.",
	"The backup could not be restored; nothing was changed.":                                                     "No se ha podido restaurar la copia de seguridad; no se ha cambiado nada.",
	"The backup could not be stored at %s.":                                                                      "No se ha podido guardar la copia de seguridad en %s.",
	"The backup could not be verified.":                                                                          "No se ha podido comprobar la copia de seguridad.",
	"The backup could not be written.":                                                                           "No se ha podido escribir la copia de seguridad.",
	"The place of the backups, %s, cannot be read.":                                                              "No se puede leer el lugar de las copias de seguridad, %s.",
	"The server may not write to the place of the backups.":                                                      "El servidor no puede escribir en el lugar de las copias de seguridad.",
	"There is no room for the backup; nothing was left behind.":                                                  "No hay sitio para la copia de seguridad; no se ha dejado nada a medias.",
	"There is no room to restore the backup; nothing was changed.":                                               "No hay sitio para restaurar la copia de seguridad; no se ha cambiado nada.",
	"This backup is damaged or incomplete.":                                                                      "Esta copia de seguridad está dañada o incompleta.",
	"A backup is being restored. You can listen, but nothing can be changed until the server has started again.": "Se está restaurando una copia de seguridad. Puedes escuchar, pero no se puede cambiar nada hasta que el servidor se haya reiniciado.",
	"This backup is encrypted. Enter its passphrase, or the secret key of age.":                                  "Esta copia de seguridad está cifrada. Escribe su contraseña o la clave secreta de age.",
	"This backup is from a newer version of Sonora.":                                                             "Esta copia de seguridad es de una versión más nueva de Sonora.",
	"This key does not open the backup.":                                                                         "Esta clave no abre la copia de seguridad.",
	"This key is not valid.":                                                                                     "Esta clave no es válida.",
}
