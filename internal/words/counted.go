package words

// counted are the messages with another sentence for one thing, by language.
// Package plural chooses by the number.
var counted = map[string]map[string]forms{
	"en": {
		"%d minutes":                       {1, "%d minute", "%d minutes"},
		"“%s” comes after every %d songs.": {2, "“%[1]s” comes after every song.", "“%s” comes after every %d songs."},
		"“%s” comes every %d minutes.":     {2, "“%[1]s” comes every minute.", "“%s” comes every %d minutes."},
		"%d tracks of this station's lists are skipped: their files are missing.": {1, "A track of this station's lists is skipped: its file is missing.", "%d tracks of this station's lists are skipped: their files are missing."},
		"You can ask for %d tracks in an hour. Try again later.":                  {1, "You can ask for one track in an hour. Try again later.", "You can ask for %d tracks in an hour. Try again later."},
		"This track was played a moment ago. Ask for it again in %d minutes.":     {1, "This track was played a moment ago. Ask for it again in a minute.", "This track was played a moment ago. Ask for it again in %d minutes."},
	},
	"es": {
		"%d minutes":                       {1, "%d minuto", "%d minutos"},
		"“%s” comes after every %d songs.": {2, "«%[1]s» viene después de cada canción.", "«%s» viene cada %d canciones."},
		"“%s” comes every %d minutes.":     {2, "«%[1]s» viene cada minuto.", "«%s» viene cada %d minutos."},
		"%d tracks of this station's lists are skipped: their files are missing.": {1, "Se salta una pista de las listas de esta emisora: falta su archivo.", "Se saltan %d pistas de las listas de esta emisora: faltan sus archivos."},
		"You can ask for %d tracks in an hour. Try again later.":                  {1, "Puedes pedir una canción por hora. Inténtalo más tarde.", "Puedes pedir %d canciones por hora. Inténtalo más tarde."},
		"This track was played a moment ago. Ask for it again in %d minutes.":     {1, "Esta canción ha sonado hace poco. Vuelve a pedirla dentro de un minuto.", "Esta canción ha sonado hace poco. Vuelve a pedirla dentro de %d minutos."},
	},
}
