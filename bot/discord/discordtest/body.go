package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// maxBody is the largest request that Discord takes.
const maxBody = 25 << 20

// body is a request's JSON and its files, by the number in their field's name.
type body struct {
	JSON  json.RawMessage
	files map[string]upload
}

type upload struct {
	name string
	data []byte
}

func readBody(r *http.Request) (body, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxBody)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return readMultipart(r)
	}
	data, err := io.ReadAll(r.Body)
	if err != nil || len(data) == 0 {
		return body{}, err
	}
	if kind != "application/json" {
		return body{}, fmt.Errorf("content type %q: want application/json or multipart/form-data", kind)
	}
	return checkedJSON(data, nil)
}

func readMultipart(r *http.Request) (body, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return body{}, err
	}
	var payload []byte
	files := map[string]upload{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return checkedJSON(payload, files)
		}
		if err != nil {
			return body{}, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return body{}, err
		}
		number, isFile := strings.CutPrefix(part.FormName(), "files[")
		switch {
		case isFile:
			files[strings.TrimSuffix(number, "]")] = upload{part.FileName(), data}
		case part.FormName() == "payload_json":
			payload = data
		default:
			return body{}, fmt.Errorf("multipart field %q: want payload_json or files[N]", part.FormName())
		}
	}
}

func checkedJSON(data []byte, files map[string]upload) (body, error) {
	if !json.Valid(data) {
		return body{}, fmt.Errorf("the body is not JSON: %.100q", data)
	}
	return body{JSON: bytes.Clone(data), files: files}, nil
}
