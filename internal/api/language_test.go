package api_test

import (
	"testing"

	"sonora/internal/testkit"
)

func TestSentencesFollowTheLanguage(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	spanish := map[string]string{"Accept-Language": "es-AR, en;q=0.5"}
	s.Run(t, []testkit.Scenario{
		{
			Name:    "refused before the operation",
			Request: testkit.Request{Path: "/api/auth/user", Header: spanish},
			Status:  401, Contains: []string{"Inicia sesión para continuar."},
		},
		{
			Name:    "refused by the operation",
			Request: testkit.Request{Path: "/api/tracks/none", As: s.Member, Header: spanish},
			Status:  404, Contains: []string{"No encontrado."},
		},
		{
			Name:    "a field",
			Request: testkit.Request{Method: "POST", Path: "/api/auth/register/", Body: `{"email":"x","password1":"1","password2":"1"}`, Header: spanish},
			Status:  400, Contains: []string{"Escribe una dirección de correo válida.", "al menos 6 caracteres"}, Lacks: []string{"Enter"},
		},
		{
			Name:    "success",
			Request: testkit.Request{Method: "POST", Path: "/api/auth/logout/", Body: `{}`, Header: spanish},
			Status:  200, Contains: []string{"Sesión cerrada."},
		},
		{
			Name:    "a language nobody translated",
			Request: testkit.Request{Path: "/api/auth/user", Header: map[string]string{"Accept-Language": "fr"}},
			Status:  401, Contains: []string{"Authentication credentials were not provided."},
		},
		{
			Name:    "nonsense",
			Request: testkit.Request{Path: "/api/auth/user", Header: map[string]string{"Accept-Language": "\"<>;q=9,,--"}},
			Status:  401, Contains: []string{"Authentication credentials were not provided."},
		},
	})
}
