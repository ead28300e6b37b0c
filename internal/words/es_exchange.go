package words

// spanishExchange has the sentences about importing from other services.
var spanishExchange = map[string]string{
	"%s has nobody whose name is “%s”.":                                                           "%s no tiene a nadie que se llame «%s».",
	"The address of “%s” is not an email address.":                                                "La dirección de «%s» no es una dirección de correo electrónico.",
	"Too many imports are running. Try again in a moment.":                                        "Hay demasiadas importaciones en curso. Vuelve a intentarlo en un momento.",
	"This file is not a database of Navidrome or gonic, or it is damaged.":                        "Este archivo no es una base de datos de Navidrome ni de gonic, o está dañado.",
	"There is more in these files than can be imported at once. Choose fewer files.":              "Estos archivos contienen más de lo que se puede importar de una vez. Elige menos archivos.",
	"“%s” is not an export of Spotify, Last.fm, ListenBrainz or YouTube Music, or it is damaged.": "«%s» no es una exportación de Spotify, Last.fm, ListenBrainz o YouTube Music, o está dañado.",
}
