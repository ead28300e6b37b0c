package words

// spanishScrobbling has the sentences about services to which listens are sent.
var spanishScrobbling = map[string]string{
	"Scrobbling stopped": "Scrobbling detenido",
	"%s no longer accepts your listens. Connect again; those that wait are then sent.":                        "%s ya no acepta tus escuchas. Vuelve a conectar; las que esperan se enviarán entonces.",
	"%s gets too many requests at the moment.":                                                                "%s recibe demasiadas peticiones en este momento.",
	"%s does not answer as it should at the moment.":                                                          "%s no responde como debería en este momento.",
	"%s cannot be reached at the moment.":                                                                     "No se puede contactar con %s en este momento.",
	"The server is in a private network or has no https address. An operator can allow that in the settings.": "El servidor está en una red privada o no tiene dirección https. Un operador puede permitirlo en los ajustes.",
	"ListenBrainz does not know this token. Copy it from your settings there.":                                "ListenBrainz no conoce este token. Cópialo de tus ajustes allí.",
	"There is no server with the API of ListenBrainz at this address.":                                        "En esta dirección no hay ningún servidor con la API de ListenBrainz.",
	"ListenBrainz no longer accepts your token. Connect again with a new one.":                                "ListenBrainz ya no acepta tu token. Vuelve a conectar con uno nuevo.",
	"ListenBrainz refused a listen.":                                                                          "ListenBrainz rechazó una escucha.",
	"Enter the user token from your settings at ListenBrainz.":                                                "Escribe el token de usuario de tus ajustes en ListenBrainz.",
	"Last.fm is not set up on this server. Ask the operator to enter its API key and secret in the settings.": "Last.fm no está configurado en este servidor. Pide al operador que escriba su clave de API y su secreto en los ajustes.",
	"Last.fm does not accept this server's API key. Ask the operator to check it.":                            "Last.fm no acepta la clave de API de este servidor. Pide al operador que la revise.",
	"Allow access at Last.fm first, then continue here.":                                                      "Permite primero el acceso en Last.fm y continúa después aquí.",
	"This took too long. Connect once more.":                                                                  "Ha pasado demasiado tiempo. Vuelve a conectar.",
	"Last.fm no longer accepts the connection. Connect again.":                                                "Last.fm ya no acepta la conexión. Vuelve a conectar.",
	"Last.fm refused a listen.":                                                                               "Last.fm rechazó una escucha.",
	"Last.fm takes no more songs from you today.":                                                             "Last.fm no acepta más canciones tuyas por hoy.",
	"This server can no longer read your token. Connect again.":                                               "Este servidor ya no puede leer tu token. Vuelve a conectar.",
}
