//! The public items of the crate `glossweave-store`, as programs use them.

mod acl;
mod acl_access;
mod acl_api_key;
mod acl_audit;
mod acl_backup;
mod acl_caller;
mod acl_id_token;
mod acl_invitation;
mod acl_invitations;
mod acl_keys;
mod acl_kind;
mod acl_page;
mod acl_policy;
mod acl_scope;
mod acl_token;
mod acl_users;
mod backend;
mod files;
mod job;
mod location;
mod memory;
mod options;
#[cfg(feature = "postgres")]
mod postgres;
mod recent;
mod resource;
mod resource_any_collection;
mod resource_change;
mod resource_content;
mod resource_header;
mod resource_limit;
mod resource_list;
mod resource_record;
mod sled;
mod table;
mod transfer;
