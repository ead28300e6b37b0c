package words

// spanishWebhook has the sentences about the webhooks of people.
var spanishWebhook = map[string]string{
	"Webhook stopped": "Webhook detenido",
	"Your webhook at %s has failed for too long and receives nothing more. Repair it, then resume it in the settings.": "Tu webhook en %s lleva fallando demasiado tiempo y ya no recibe nada. Repáralo y reanúdalo en los ajustes.",
	"There are too many webhooks. Delete one first.":                                                                   "Hay demasiados webhooks. Elimina uno primero.",
	"Choose at least one kind of event.":                                                                               "Elige al menos un tipo de evento.",
	"This server can no longer read the secret of the webhook. Make a new secret.":                                     "Este servidor ya no puede leer el secreto del webhook. Crea un secreto nuevo.",
	"The event is on its way again.":                                                                                   "El evento está de nuevo en camino.",
}
