package words

import (
	"fmt"
	"strings"
	"time"
)

var months = strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")

// timeIn is a time in its own zone, in a language.
func timeIn(language string, t time.Time) string {
	if language == "es" {
		return fmt.Sprintf("%d de %s de %d, %s", t.Day(), months[t.Month()-1], t.Year(), t.Format("15:04"))
	}
	return t.Format("2 January 2006, 15:04")
}
