package words

// spanishSubsonic has the sentences that music apps show.
var spanishSubsonic = map[string]string{
	"This request is too large. Forms may have up to %d MB and %d parameters.":       "La petición es demasiado grande. Los formularios admiten hasta %d MB y %d parámetros.",
	"The parameters are malformed.":                                                  "Los parámetros están mal formados.",
	"This server does not have this endpoint.":                                       "Este servidor no tiene esta función.",
	"This endpoint takes GET and POST.":                                              "Esta función admite GET y POST.",
	"This app is too old for the server. Please update the app.":                     "Esta aplicación es demasiado antigua para el servidor. Actualízala.",
	"This app needs a newer server. The server speaks version %s.":                   "Esta aplicación necesita un servidor más reciente. El servidor usa la versión %s.",
	"Wrong username or password. Use an API key from your settings as the password.": "Usuario o contraseña incorrectos. Usa como contraseña una clave de API de tus ajustes.",
	"Send an API key or a username, not both.":                                       "Envía una clave de API o un usuario, no ambos.",
	"This API key may only listen. Use a key that also has the scope write.":         "Esta clave de API solo sirve para escuchar. Usa una que también tenga el permiso write.",
	"Your network sent too many wrong passwords. Try again in a minute.":             "Tu red ha enviado demasiadas contraseñas incorrectas. Inténtalo de nuevo en un minuto.",
	"This API key does not work.":                                                    "Esta clave de API no funciona.",
	"The required parameter “%s” is missing.":                                        "Falta el parámetro obligatorio «%s».",
	"The parameter “%s” has a wrong value.":                                          "El parámetro «%s» tiene un valor incorrecto.",
	"Something went wrong on the server.":                                            "Algo ha fallado en el servidor.",
	"Apps cannot change accounts. Use the web app.":                                  "Las aplicaciones no pueden cambiar cuentas. Usa la aplicación web.",
	"This server has no sound card to play music on.":                                "Este servidor no tiene tarjeta de sonido para reproducir música.",
	"This server has no chat besides those of its stations.":                         "Este servidor no tiene más chat que los de sus emisoras.",
	"Share one song, album or playlist at a time.":                                   "Comparte una canción, un álbum o una lista cada vez.",
	"The playlist has no song at this position.":                                     "La lista no tiene ninguna canción en esta posición.",
	"Report at most %d songs at a time.":                                             "Comunica como máximo %d canciones a la vez.",
	"The current song is not in the queue.":                                          "La canción actual no está en la cola.",
	"A position is 0 or more.":                                                       "Una posición es 0 o más.",
	"You have reached the maximum number of bookmarks. Delete one first.":            "Has llegado al máximo de marcadores. Elimina uno antes.",
}
