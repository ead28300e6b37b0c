package words

// spanishPayment has the sentences about payments.
var spanishPayment = map[string]string{
	"The address of Stripe's API is not valid.":                                             "La dirección de la API de Stripe no es válida.",
	"Stripe cannot be reached. What is paid for still works. Try again in a few minutes.":   "No se puede contactar con Stripe. Lo que ya está pagado sigue funcionando. Inténtalo de nuevo dentro de unos minutos.",
	"Stripe does not know this.":                                                            "Stripe no conoce esto.",
	"Stripe does not accept this server's key. Ask the operator to check it.":               "Stripe no acepta la clave de este servidor. Pide a quien lo administra que la revise.",
	"The payment did not go through. Check the payment method under “Manage payment”.":      "El pago no se ha realizado. Revisa el método de pago en «Gestionar el pago».",
	"Stripe does not answer now. What is paid for still works. Try again in a few minutes.": "Stripe no responde ahora. Lo que ya está pagado sigue funcionando. Inténtalo de nuevo dentro de unos minutos.",
	"This promotion code is not valid.":                                                     "Este código promocional no es válido.",
	"This server takes no payments yet. Ask its operator.":                                  "Este servidor todavía no acepta pagos. Pregunta a quien lo administra.",
	"The signature is not valid.":                                                           "La firma no es válida.",
	"This message cannot be read.":                                                          "Este mensaje no se puede leer.",
	"The job cannot be read.":                                                               "La tarea no se puede leer.",
	"You have a subscription already. Change it instead of buying another one.":             "Ya tienes una suscripción. Cámbiala en lugar de comprar otra.",
	"You have no subscription here.":                                                        "No tienes ninguna suscripción aquí.",
	"You have paid nothing here yet.":                                                       "Todavía no has pagado nada aquí.",
	"You have this plan already.":                                                           "Ya tienes este plan.",
	"This plan is not on offer.":                                                            "Este plan no está disponible.",
	"This plan is not sold for this time.":                                                  "Este plan no se vende por ese periodo.",
	"Enter %d to %d letters, digits and signs, without spaces.":                             "Introduce de %d a %d letras, cifras y signos, sin espacios.",
	"Enter whsec_ and 24 to 64 bytes in base64.":                                            "Introduce whsec_ y de 24 a 64 bytes en base64.",
}
