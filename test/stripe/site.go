package main

import (
	"bytes"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"sonora/internal/testkit/stripe"
)

// site is the API of an account and the pages on which people pay.
type site struct {
	account  *stripe.Server
	webhook  string
	happened chan struct{}
	log      *slog.Logger
}

func (s *site) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/v1/", s.account)
	mux.HandleFunc("GET /{$}", page("Let time pass", clock))
	mux.HandleFunc("POST /{$}", s.elapse)
	mux.HandleFunc("GET /pay/{id}", page("Pay", checkout))
	mux.HandleFunc("POST /pay/{id}", s.pay)
	mux.HandleFunc("GET /portal/{id}", page("Payment method", portal))
	mux.HandleFunc("POST /portal/{id}", s.visit)
	mux.HandleFunc("GET /invoice/{id}", page("Invoice", invoice))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r)
		select {
		case s.happened <- struct{}{}:
		default: // the events before are still being sent, and those of now after them
		}
	})
}

func (s *site) elapse(w http.ResponseWriter, r *http.Request) {
	const most = 1000
	days, err := strconv.Atoi(r.FormValue("days"))
	if err != nil || days < 1 || days > most {
		http.Error(w, "Enter 1 to 1000 days.", http.StatusBadRequest)
		return
	}
	s.account.Elapse(time.Duration(days) * 24 * time.Hour)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *site) pay(w http.ResponseWriter, r *http.Request) {
	back, open := s.account.Complete(r.URL.Path)
	if !open {
		http.Error(w, "This checkout is not open.", http.StatusNotFound)
		return
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

func (s *site) visit(w http.ResponseWriter, r *http.Request) {
	visit, known := s.account.Portal(r.URL.Path)
	if !known {
		http.Error(w, "This page of the portal is not known.", http.StatusNotFound)
		return
	}
	if r.FormValue("card") == "declined" {
		s.account.Declines(visit.Customer, true)
	} else {
		s.account.PayOpen(visit.Customer)
	}
	http.Redirect(w, r, visit.Back, http.StatusSeeOther)
}

const (
	clock    = `<label>Days <input name="days" type="number" min="1" max="1000" value="1" required></label> <button>Let them pass</button>`
	checkout = `<button>Pay</button>`
	portal   = `<button name="card" value="declined">Use a card that is declined</button> <button name="card" value="accepted">Use a card that works, and pay what is open</button>`
	invoice  = `<p>The stand-in writes nothing on its invoices.</p>`
)

var frame = template.Must(template.New("frame").Parse(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>{{.Title}}</title>
<h1>{{.Title}}</h1><p>A stand-in for Stripe. No money moves.</p><form method="post">{{.Form}}</form></html>`))

// page returns a handler that shows a form, which is sent to the same address.
func page(title string, form template.HTML) http.HandlerFunc {
	var text bytes.Buffer
	if err := frame.Execute(&text, struct {
		Title string
		Form  template.HTML
	}{title, form}); err != nil {
		panic(err) // the template is written above
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(text.Bytes()) // the browser may be gone
	}
}
