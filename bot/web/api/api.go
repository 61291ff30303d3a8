// Package api is the read API of the open archive, under /api/v1: the daily, puzzles, searches, and answers about any puzzle.
// Its description in OpenAPI 3.1, at /api/v1/openapi.json, is made of the types in this package.
//
//	reader := api.New(site)
//	mux.Handle(api.Root, reader)
//
// Anyone may ask, from any page: no cookie is read, nothing is changed, and an answer does not depend on who asks. A puzzle
// that is in play for a rank is [Guarded]: each operation asks for that first, and tells its difficulty alone. Collections of
// a server that are not shared are not there.
//
// Errors are [Problem]s. Every GET has a strong ETag. Work on a puzzle has a limit of time, effort.go, so that nobody keeps a
// processor by a hard one.
package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Root is the path of the API.
const Root = "/api/v1/"

// maxBody is the size of the largest request, in bytes: a puzzle with a hundred claims as JSON.
const maxBody = 60 << 10

// API answers the requests of the API. Make one with [New].
type API struct {
	*site.Site
	mux         *http.ServeMux
	description []byte
	table       []operation
	effort      effort
}

// New returns the API of a site that is open.
func New(s *site.Site) *API {
	useProblems()
	a := &API{Site: s, mux: http.NewServeMux(), effort: newEffort(s.Log)}
	config := huma.DefaultConfig("Gridkeeper", "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.RejectUnknownQueryParameters = true
	config.Formats = map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat}
	config.Info.Description = "The open archive of this server: sudoku (9×9), 6×6 and Shidoku (4×4), and answers about any puzzle. " +
		"A puzzle that is in play for a rank is guarded: its difficulty is all that is told (403, problem `guarded`). " +
		"Errors are problems of RFC 9457. To have all puzzles, take the dump."
	config.Info.License = &huma.License{Name: "The licence of each collection is in its lines", URL: Types + "licences"}
	config.Servers = []*huma.Server{{URL: strings.TrimSuffix(s.Base.String()+Root, "/")}}
	if s.Local != nil {
		config.Servers[0].URL = "."
	}
	registry := config.Components.Schemas
	for from, to := range map[reflect.Type]reflect.Type{ // types that write their JSON themselves
		reflect.TypeFor[rating.Counts]():       reflect.TypeFor[map[string]int](),
		reflect.TypeFor[logic.Rungs]():         reflect.TypeFor[map[string]int](),
		reflect.TypeFor[rating.Needs]():        reflect.TypeFor[[]string](),
		reflect.TypeFor[[]criteria.Symmetry](): reflect.TypeFor[[]string](),
	} {
		registry.RegisterTypeAlias(from, to)
	}
	api := humago.NewWithPrefix(a.mux, strings.TrimSuffix(Root, "/"), config)
	a.addPuzzles(api)
	a.addFunctions(api)
	loosen(api.OpenAPI())
	a.table = tableOf(api.OpenAPI())
	a.description, _ = json.Marshal(api.OpenAPI()) // of text and numbers
	a.mux.HandleFunc("GET "+Root+"openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(a.description)
	})
	return a
}

// loosen lets answers have fields that come later, and an absent rating be null, which the types do not say.
func loosen(description *huma.OpenAPI) {
	for name, schema := range description.Components.Schemas.Map() {
		if schema.Type == huma.TypeObject && !strings.HasSuffix(name, "Question") && schema.AdditionalProperties == false {
			schema.AdditionalProperties = nil
		}
	}
	if published := description.Components.Schemas.Map()["Published"]; published != nil {
		published.Properties["rating"] = &huma.Schema{OneOf: []*huma.Schema{{Ref: "#/components/schemas/Rating"}, {Type: "null"}}}
	}
}

// Share sets the headers with which pages of other sites may read an answer. A server for one player has none of them.
func Share(s *site.Site, header http.Header) {
	if s.Local != nil {
		return
	}
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// answer is an answer that is held back until it is whole.
type answer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(text)
}

// ServeHTTP answers a request: whole, with its ETag, packed for clients that take it.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	_, pattern := a.mux.Handler(r)
	switch {
	case r.Method == http.MethodOptions:
		header.Set("Allow", "GET, HEAD, POST, OPTIONS")
		if a.Local == nil && r.Header.Get("Access-Control-Request-Method") != "" {
			header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
			header.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
			header.Set("Access-Control-Max-Age", "86400")
		}
		w.WriteHeader(http.StatusNoContent)
		return
	case pattern == "":
		probe := &answer{ResponseWriter: w}
		a.mux.ServeHTTP(probe, r) // sets Allow
		if probe.status == http.StatusMethodNotAllowed {
			Method.New(r.Method + " is not for this address: it takes " + header.Get("Allow")).Write(w)
			return
		}
		NotFound.New("there is no address " + excerpt(r.URL.Path) + ": " + Root + "openapi.json lists them all").Write(w)
		return
	case r.ContentLength > maxBody:
		TooLarge.New("the request has " + strconv.FormatInt(r.ContentLength, 10) + " bytes: at most " + strconv.Itoa(maxBody) + " are read").Write(w)
		return
	}
	got := &answer{ResponseWriter: w}
	a.mux.ServeHTTP(got, r)
	text := got.body.Bytes()
	header.Add("Vary", "Accept-Encoding")
	if got.status == http.StatusTooManyRequests || got.status == http.StatusServiceUnavailable {
		header.Set("Retry-After", "1")
	}
	packed := len(text) >= 1024 && site.TakesGzip(r)
	if got.status == http.StatusOK && r.Method != http.MethodPost {
		sum := sha256.Sum256(text)
		tag := base64.RawURLEncoding.EncodeToString(sum[:12])
		known := r.Header.Get("If-None-Match")
		if packed {
			header.Set("ETag", strconv.Quote(tag+"-gzip"))
		} else {
			header.Set("ETag", strconv.Quote(tag))
		}
		if strings.TrimSpace(known) == "*" || strings.Contains(known, strconv.Quote(tag)) || strings.Contains(known, strconv.Quote(tag+"-gzip")) {
			header.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if packed {
		var small bytes.Buffer
		out := gzip.NewWriter(&small)
		_, _ = out.Write(text)
		_ = out.Close()
		text = small.Bytes()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(got.status)
	_, _ = w.Write(text) // the client may have gone
}

// output is an answer with how long it may be kept.
type output[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         T
}

// kept returns an answer that caches may keep for some time.
func kept[T any](body T, during time.Duration) *output[T] {
	return &output[T]{"public, max-age=" + strconv.Itoa(int(max(during, 0).Seconds())), body}
}

// fresh is how long an answer may be kept that imports and the days change.
const fresh = time.Minute
