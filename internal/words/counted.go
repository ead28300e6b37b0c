package words

// counted are the messages with another sentence for one thing, by language.
// Package plural chooses by the number. The sentence for one may leave an
// argument out; it then numbers the others.
var counted = map[string]map[string]forms{
	"en": {
		"%d minutes":                       {1, "%d minute", "%d minutes"},
		"“%s” plays after every %d songs.": {2, "“%[1]s” plays after every song.", "“%s” plays after every %d songs."},
		"“%s” plays every %d minutes.":     {2, "“%[1]s” plays every minute.", "“%s” plays every %d minutes."},
		"%d tracks of this station's lists are skipped: their files are missing.": {1, "A track of this station's lists is skipped: its file is missing.", "%d tracks of this station's lists are skipped: their files are missing."},
		"You can request %d tracks per hour. Try again later.":                    {1, "You can request one track per hour. Try again later.", "You can request %d tracks per hour. Try again later."},
		"This track was played a moment ago. Request it again in %d minutes.":     {1, "This track was played a moment ago. Request it again in a minute.", "This track was played a moment ago. Request it again in %d minutes."},
		"%d tracks were added to %s.":                                             {1, "A track was added to %[2]s.", "%d tracks were added to %s."},
		"%s added %d tracks to %s.":                                               {2, "%[1]s added a track to %[3]s.", "%s added %d tracks to %s."},
		"%s: %d new episodes.":                                                    {2, "%[1]s: a new episode.", "%s: %d new episodes."},
		"%s: %d new tracks.":                                                      {2, "%[1]s: a new track.", "%s: %d new tracks."},
		"And %d more updates.":                                                    {1, "And one more update.", "And %d more updates."},
		"It was requested, with %d votes.":                                        {1, "It was requested, with one vote.", "It was requested, with %d votes."},
		"It found no place within %d hours.":                                      {1, "It found no place within an hour.", "It found no place within %d hours."},
		"Nothing came from %s for %d seconds.":                                    {2, "Nothing came from %[1]s for a second.", "Nothing came from %s for %d seconds."},
		"Silence for %d seconds from %s; the AutoDJ took over.":                   {1, "Silence for a second from %[2]s; the AutoDJ took over.", "Silence for %d seconds from %s; the AutoDJ took over."},
		"Silence for %d seconds from %s.":                                         {1, "Silence for a second from %[2]s.", "Silence for %d seconds from %s."},
		"Silence for %d seconds; “%s” was skipped.":                               {1, "Silence for a second; “%[2]s” was skipped.", "Silence for %d seconds; “%s” was skipped."},
	},
	"es": {
		"%d minutes":                       {1, "%d minuto", "%d minutos"},
		"“%s” plays after every %d songs.": {2, "«%[1]s» suena después de cada canción.", "«%s» suena cada %d canciones."},
		"“%s” plays every %d minutes.":     {2, "«%[1]s» suena cada minuto.", "«%s» suena cada %d minutos."},
		"%d tracks of this station's lists are skipped: their files are missing.": {1, "Se salta una canción de las listas de esta emisora: falta su archivo.", "Se saltan %d canciones de las listas de esta emisora: faltan sus archivos."},
		"You can request %d tracks per hour. Try again later.":                    {1, "Puedes pedir una canción por hora. Inténtalo más tarde.", "Puedes pedir %d canciones por hora. Inténtalo más tarde."},
		"This track was played a moment ago. Request it again in %d minutes.":     {1, "Esta canción sonó hace poco. Vuelve a pedirla dentro de un minuto.", "Esta canción sonó hace poco. Vuelve a pedirla dentro de %d minutos."},
		"%d tracks were added to %s.":                                             {1, "Se añadió una canción a %[2]s.", "Se añadieron %d canciones a %s."},
		"%s added %d tracks to %s.":                                               {2, "%[1]s añadió una canción a %[3]s.", "%s añadió %d canciones a %s."},
		"%s: %d new episodes.":                                                    {2, "%[1]s: un episodio nuevo.", "%s: %d episodios nuevos."},
		"%s: %d new tracks.":                                                      {2, "%[1]s: una canción nueva.", "%s: %d canciones nuevas."},
		"And %d more updates.":                                                    {1, "Y un aviso más.", "Y %d avisos más."},
		"It was requested, with %d votes.":                                        {1, "La pidieron, con un voto.", "La pidieron, con %d votos."},
		"It found no place within %d hours.":                                      {1, "No encontró sitio en una hora.", "No encontró sitio en %d horas."},
		"Nothing came from %s for %d seconds.":                                    {2, "No llegó nada de %[1]s durante un segundo.", "No llegó nada de %s durante %d segundos."},
		"Silence for %d seconds from %s; the AutoDJ took over.":                   {1, "Silencio de un segundo de %[2]s; el AutoDJ tomó el relevo.", "Silencio de %d segundos de %s; el AutoDJ tomó el relevo."},
		"Silence for %d seconds from %s.":                                         {1, "Silencio de un segundo de %[2]s.", "Silencio de %d segundos de %s."},
		"Silence for %d seconds; “%s” was skipped.":                               {1, "Silencio de un segundo; «%[2]s» se saltó.", "Silencio de %d segundos; «%s» se saltó."},
	},
}
